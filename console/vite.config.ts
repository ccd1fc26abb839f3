// How the console is built into `built/`, which is committed: see docs/decisions/console.md.

import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { licences } from './licences.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('.'),
  base: '/console/',
  plugins: [react(), tailwind(), licences(here('.'))],
  resolve: { alias: { '@samvad/sdk': here('../sdk/src/index.ts') } },
  build: {
    outDir: here('built'),
    emptyOutDir: true,
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // The content policy allows nothing that is written into a page, and a preload by script is as quick without.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // `npm run console` beside a running installation.
  server: { port: 5173, strictPort: true, proxy: { '/console/api': '', '/console/session': '' } },
})
