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
        // Every language has a file of the same name: ar-first, not first.
        chunkFileNames: ({ facadeModuleId }) => {
          const [, language] = /contract\/languages\/([^/]+)\/\w+\.ts$/.exec(facadeModuleId ?? '') ?? []
          return `assets/${language ? `${language}-` : ''}[name]-[hash].js`
        },
        codeSplitting: {
          // A browser opens six connections, and each file is a round trip on one of them: what is loaded together is one file.
          groups: [
            // Libraries change less often than our own code, so browsers keep them over a release.
            { name: 'react', test: /rolldown.runtime|node_modules\/(react|react-dom|scheduler)\// },
            // Apart from the router, because the login page does not use it.
            { name: 'query', test: /node_modules\/@tanstack\/(react-)?query/ },
            { name: 'router', test: /node_modules\/@tanstack\// },
            // What the login page needs.
            { name: 'start', tags: ['$initial'] },
            // What the router needs before it opens a page, so that the pages of a forgotten password load nothing of a dashboard.
            { name: 'routes', test: /web\/(auth\/guards|ui\/close-on-back|dashboards\/(search-params|status-screens))\.tsx?$/ },
            // What the first panel of a dashboard needs, with everything that these modules import.
            {
              name: 'dashboard',
              test: /web\/(dashboards\/dashboard-frame|ui\/(data-table|export-menu|panel|aligned-number|badge)|routing\/found-row|activities\/activity-card|lists\/editable-list|entities\/(activities|scores|questions)\/(catalogue-entry|activity-points|activities\.api|explained-number|questions-count))\.tsx?$/,
            },
            { name: 'icons', test: /node_modules\/lucide-react\// },
            { name: 'zod', test: /node_modules\/zod\// },
            { name: 'form', test: /node_modules\/react-hook-form\// },
            // Apart from what members' panels share: the first panel of administrators has it, too.
            { name: 'person-link', test: /web\/(entities\/members\/person-link|ui\/row-link)\.tsx$/ },
            // What the first pages share of grades and terms, without what the other panels need for the same things.
            {
              name: 'grade',
              test: /web\/entities\/(grades\/grade-(badge|look)|terms\/(term-name|describe-term))\.tsx?$|contract\/limit-sentences\.ts$/,
            },
            // What a member's panels share with others.
            {
              name: 'member',
              test: /web\/entities\/(evidence|grades|overview|postings|questions|record|rules|scores|statements|terms)\//,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: { fs: { allow: ['..'] } },
})
