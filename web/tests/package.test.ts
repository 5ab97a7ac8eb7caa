import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sizeOf } from '../tools/size.mjs';

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const Debian12Node = 18;

describe('the packages', () => {
  test('the lock file records no addresses', () => {
    expect(read('package-lock.json')).not.toMatch(/"resolved":/);
  });

  test(`every package runs on Node ${Debian12Node}`, () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { engines?: { node?: string } }> };
    const tooNew = Object.entries(packages).filter(([, { engines }]) => {
      const least = (engines?.node ?? '*').split('||').map((range) => Number(/\d+/.exec(range)?.[0] ?? 0));
      return Math.min(...least) > Debian12Node;
    });
    expect(tooNew.map(([name]) => name)).toEqual([]);
  });

  test('nothing but our own source is shipped', () => {
    expect(JSON.parse(read('package.json'))).not.toHaveProperty('dependencies');
  });
});

describe.runIf(existsSync(new URL('../dist/index.html', import.meta.url)))('what was built', () => {
  test('script and style together are at most 250 kB compressed', () => {
    const { total, files } = sizeOf();
    expect(files.length).toBeGreaterThan(2);
    expect(total).toBeLessThanOrEqual(250_000);
  });

  test('the page has no inline script or style and no foreign address', () => {
    const html = read('dist/index.html');
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/);
    expect(html).not.toMatch(/https?:\/\//);
  });
});
