import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

// `npm run dev` shows the pages with live reload and asks a running studio for the data:
// `deepwell studio --port 8080`, or the address in DEEPWELL_URL.
const server = process.env.DEEPWELL_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  build: { target: 'es2022', assetsInlineLimit: 0, cssCodeSplit: true },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': {
        target: server,
        changeOrigin: true,
        // The studio answers only to pages of its own origin.
        configure: (proxy) => proxy.on('proxyReq', (request) => request.setHeader('Origin', server)),
      },
    },
  },
  test: { environment: 'node', include: ['src/**/*.test.ts', 'tests/**/*.test.ts'] },
});
