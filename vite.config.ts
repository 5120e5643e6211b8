import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * What several panels share, in a few files instead of thirty small ones: on a slow line each file costs a trip of its own. Nothing
 * of it but React is needed by the login page.
 */
const sharedFiles = [
  // By itself, because it changes less often than anything else.
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  {
    name: 'frame',
    test: /node_modules\/(@tanstack\/(react-)?query|@radix-ui|@floating-ui|react-remove-scroll|aria-hidden)|web\/(alerts|cached-list)|lucide-react\/.*\/(download|pencil|trash)[.-]|web\/ui\/(badge|confirm-dialog|dates|dialog|empty-state|export|numbers|panel|popover|row-actions|small-screen)/,
  },
  {
    name: 'table',
    test: /lucide-react\/.*\/(arrow-down|arrow-up|search|upload)[.-]|web\/ui\/(data-table|open-form|row-model)/,
  },
  {
    name: 'forms',
    test: /node_modules\/(zod|react-hook-form)|contract\/(endpoint|replies|fields|activities|posted-activities|scoring|auth|users|departments|terms)\.ts|web\/form-|web\/ui\/(conflict-banner|form-card)/,
  },
]

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    rolldownOptions: {
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: sharedFiles } },
    },
  },
  server: { fs: { allow: ['..'] } },
})
