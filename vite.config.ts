import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { pageShells } from './scripts/page-shells.ts'
import { serviceWorker } from './scripts/service-worker.ts'

const web = join(import.meta.dirname, 'web')

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), pageShells(web), serviceWorker(web)],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Libraries change less often than our own code, so browsers keep them over a release. The rest is Vite's default.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // Apart from the router, because the login page does not use it.
            { name: 'query', test: /node_modules\/@tanstack\/(react-)?query/ },
            { name: 'router', test: /node_modules\/@tanstack\// },
          ],
        },
      },
    },
  },
  server: { fs: { allow: ['..'] } },
})
