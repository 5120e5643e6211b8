import type { Catalogue } from '../catalogue.ts'

export const passkeySignIn: Catalogue['passkeySignIn'] = {
  button: 'چوونەژوورەوە بە کلیلی چوونەژوورەوە',
  notUsed: 'کلیلی چوونەژوورەوە بەکارنەهێنرا. هەوڵ بدەنەوە، یان بە وشەی نهێنی بچنە ژوورەوە.',
}
