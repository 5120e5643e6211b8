import type { Catalogue } from '../catalogue.ts'

export const heads: Catalogue['heads'] = {
  invalid: 'اختر {most} من أعضاء هذا القسم على الأكثر.',
  notOfDepartment: 'يجب أن يكون رئيس القسم تدريسيًا في هذا القسم.',
  changedMeanwhile: 'جرى تغيير رؤساء هذا القسم في هذه الأثناء. لم يُحفظ شيء؛ اطّلع على الحالة الجديدة.',
  notYours: 'لا تملك صلاحية مراجعة أحد هذه الأنشطة، أو لم تعد تملكها. لم يُحفظ شيء.',
  notOwnScore: 'لا يرصد أحد درجاته بنفسه.',
}
