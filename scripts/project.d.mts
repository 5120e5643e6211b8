export const project: string
export const hasSources: boolean
export function programOf(packageName: string, program?: string): string
