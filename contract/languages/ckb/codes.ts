import type { Catalogue } from '../catalogue.ts'

export const codes: Catalogue['codes'] = {
  titles: { p: 'پڕۆفیسۆر', ap: 'پڕۆفیسۆری یاریدەدەر', l: 'مامۆستا', al: 'مامۆستای یاریدەدەر', unknown: 'نەزانراو' },
  degrees: { PhD: 'دکتۆرا', Master: 'ماستەر', MA: 'ماستەر (\u2066M.A.\u2069)' },
  genders: { Male: 'نێر', Female: 'مێ', Other: 'هیتر' },
  types: { Compulsory: 'ناچاری', Attending: 'بەشداریکردن', Elective: 'ئارەزوومەندانە' },
  roles: { admin: 'بەڕێوەبەر', staff: 'ئەندامی ستاف' },
}
