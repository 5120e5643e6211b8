export function findChromium(ownBrowser?: string): string | undefined
