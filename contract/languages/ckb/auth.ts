import type { Catalogue } from '../catalogue.ts'

export const auth: Catalogue['auth'] = {
  invalid: 'ناوی بەکارهێنەر یان وشەی نهێنی هەڵەیە',
  required: 'ناوی بەکارهێنەر و وشەی نهێنی پێویستن',
  invalidRole: 'جۆری ڕۆڵەکە دروست نییە',
  tooManyAttempts: { other: 'هەوڵەکان زۆر بوون. دوای {count} چرکە هەوڵ بدەنەوە.' },
  loggedOut: 'چوونەدەرەوە ئەنجام درا!',
  logoutFailed: 'پەیوەندی بە سێرڤەرەوە نەکرا. لەوانەیە لەم وێبگەڕەدا هێشتا لە ژوورەوە بن.',
  identityMissing: 'ژمارەی بەکارهێنەر یان ڕۆڵی پاشەکەوتکراو بوونی نییە.',
  sessionEnded: 'دانیشتنەکەتان کۆتایی هات. تکایە دووبارە بچنە ژوورەوە.',
  invalidLanguage: 'یەکێک لە زمانەکان هەڵبژێرن.',
  languageChanged: 'زمان بە سەرکەوتوویی گۆڕدرا',
  signIn: 'چوونەژوورەوە',
  signInHint: 'هەژماری زانکۆکەتان بەکاربهێنن.',
  username: 'ناوی بەکارهێنەر',
  login: 'چوونەژوورەوە',
  yourAccount: 'هەژمارەکەتان',
  appearance: 'ڕووکار',
  themes: { system: 'وەک سیستەم', light: 'ڕووناک', dark: 'تاریک' },
  language: 'زمان',
  languageNotLoaded: 'ئەم زمانە بار نەکرا. تکایە هەوڵ بدەنەوە.',
  languageNotSaved: 'زمانەکە لە هەژمارەکەتاندا پاشەکەوت نەکرا. تکایە هەوڵ بدەنەوە.',
}
