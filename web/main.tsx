import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './router.tsx'
import './styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

async function show(place: HTMLElement) {
  // What the server drew (first-paint.tsx) stays until there is more to show than that.
  if (place.hasChildNodes()) await router.load()
  place.inert = false
  // In slices, as every later change of the page: a slow phone stays open to touches meanwhile.
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  )
}

void show(root)
