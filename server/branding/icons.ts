import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { jobMemory } from '../../contract/limits.ts'
import { sandbox } from '../process/sandbox.ts'
import type { Brandings } from './branding.ts'
import type { IconJob } from './icon.sandbox.ts'

/**
 * The icons of the installed portal. A maskable one is cut to a circle or another shape by the phone, so its logo stays within the middle;
 * iOS paints transparent parts black.
 */
export const icons = {
  '192.png': { size: 192, share: 1, purpose: 'any' },
  '512.png': { size: 512, share: 1, purpose: 'any' },
  'maskable-512.png': { size: 512, share: 0.6, purpose: 'maskable' },
  'apple-180.png': { size: 180, share: 0.76, purpose: 'apple' },
} as const satisfies Record<string, Pick<IconJob, 'size' | 'share'> & { purpose: 'any' | 'maskable' | 'apple' }>

export type IconName = keyof typeof icons

/** The backgrounds: the dark blue of the sidebar, on which the portal's own shield stands; an uploaded logo is made for white paper. */
const grounds = { own: '#12243d', uploaded: '#ffffff' }

const draw = sandbox<IconJob, Uint8Array | null>('icon.sandbox', import.meta.url, { memoryMb: jobMemory.icon, addons: true })

/** Draws an icon when it is first requested, from the current logo. */
export function iconDrawer(brandings: Brandings, pagesFolder: string | undefined) {
  const shieldFile = join(pagesFolder ?? '', 'logo.svg')
  const shield = pagesFolder && existsSync(shieldFile) ? readFileSync(shieldFile) : undefined
  let drawn = { logo: '', icons: new Map<IconName, Promise<Uint8Array | null | undefined>>() }

  return async (name: IconName): Promise<Uint8Array | undefined> => {
    const uploaded = (await brandings.logo())?.image
    const image = uploaded ?? shield
    if (!image) return undefined
    const logo = createHash('sha256').update(image).digest('hex')
    if (drawn.logo !== logo) drawn = { logo, icons: new Map() }
    const { size, share, purpose } = icons[name]
    const background = purpose === 'any' ? {} : { background: uploaded ? grounds.uploaded : grounds.own }
    const icon = drawn.icons.get(name) ?? draw({ image, size, share, ...background })
    drawn.icons.set(name, icon)
    const result = await icon
    // The next request retries.
    if (!result) drawn.icons.delete(name)
    return result ?? undefined
  }
}
