// The weight of dist: every script and style, compressed with gzip.  `node tools/size.mjs` prints it.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist', import.meta.url));

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

export function sizeOf() {
  const files = filesIn(dist)
    .filter((path) => /\.(js|css)$/.test(path))
    .map((path) => ({ path, bytes: gzipSync(readFileSync(path), { level: 9 }).length }));
  return { files, total: files.reduce((sum, file) => sum + file.bytes, 0) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { files, total } = sizeOf();
  for (const { path, bytes } of files.sort((a, b) => b.bytes - a.bytes)) console.log(String(bytes).padStart(8), path.slice(dist.length + 1));
  console.log(String(total).padStart(8), 'in all');
}
