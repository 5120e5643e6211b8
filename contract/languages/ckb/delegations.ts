import type { Catalogue } from '../catalogue.ts'

export const delegations: Catalogue['delegations'] = {
  delegateRequired: 'ئەو کەسە هەڵبژێرن کە پێداچوونەوەی پێ دەسپێرن.',
  dayRequired: 'دوایین ڕۆژ هەڵبژێرن.',
  dayPassed: 'ئەمڕۆ یان ڕۆژێکی دواتر هەڵبژێرن.',
  dayTooFar: 'ڕۆژێک لە ماوەی {days} ڕۆژی داهاتوودا هەڵبژێرن.',
  notToOneself: 'کەسێکی تر جگە لە خۆتان هەڵبژێرن.',
  alreadyLent: 'پێداچوونەوە پێشتر بە {name} سپێردراوە. سەرەتا کۆتایی بەوە بهێنن.',
  alreadyEnded: 'ئەم ڕاسپاردنە پێشتر کۆتایی هاتووە.',
  notFound: 'ئەم ڕاسپاردنە بوونی نییە.',
  lent: 'پێداچوونەوە بە {name} سپێردرا',
  ended: 'پێداچوونەوە چیتر بە {name} نەسپێردراوە',
  noticeLent: '{who} پێداچوونەوەی تا {day} بە ئێوە سپارد.',
  noticeEnded: 'ئەو پێداچوونەوەیەی {who} بە ئێوەی سپاردبوو، کۆتایی هات.',
}
