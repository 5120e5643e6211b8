import type { Catalogue } from '../catalogue.ts'

export const delegations: Catalogue['delegations'] = {
  delegateRequired: 'اختر الشخص الذي تفوّض إليه المراجعة.',
  dayRequired: 'اختر اليوم الأخير.',
  dayPassed: 'اختر اليوم أو يومًا لاحقًا.',
  dayTooFar: 'اختر يومًا لا يتجاوز {days} يومًا من الآن.',
  notToOneself: 'اختر شخصًا غيرك.',
  alreadyLent: 'المراجعة مفوَّضة إلى {name} من قبل. أنهِ ذلك التفويض أولًا.',
  alreadyEnded: 'انتهى هذا التفويض من قبل.',
  notFound: 'هذا التفويض غير موجود.',
  lent: 'تم تفويض المراجعة إلى {name}',
  ended: 'لم تعد المراجعة مفوَّضة إلى {name}',
  noticeLent: 'لديك تفويض بالمراجعة من {who} حتى {day}.',
  noticeEnded: 'انتهى تفويض المراجعة الممنوح لك من {who}.',
}
