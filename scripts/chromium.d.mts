export function findChromium(ownBrowser?: string): string | undefined
export const chromiumArguments: string[]
