export const languages = ['en', 'ckb', 'ar'] as const
export type Language = (typeof languages)[number]
