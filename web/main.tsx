import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { loadPageLanguage } from './language.ts'
import { router } from './router.tsx'
import './styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

async function start(container: HTMLElement) {
  await loadPageLanguage()
  // The shell in the page (rendered at build time by shells.tsx) stays until the real page is ready.
  if (container.childElementCount > 0) await router.load()
  // A transition, so that a slow phone stays responsive meanwhile.
  startTransition(() =>
    createRoot(container).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  )
}

void start(root)
