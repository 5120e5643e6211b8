import { accountName } from '../../../contract/account-names.ts'
import type { Delegation } from '../../../contract/delegations.ts'
import type { Say } from '../../../contract/languages/catalogue.ts'
import type { Language } from '../../../contract/languages/languages.ts'
import { shownName } from '../../../contract/person-names.ts'

type Lender = Pick<Delegation, 'lender_name' | 'lender_other_name'>

export function lenderOf(say: Say, language: Language, { lender_name, lender_other_name }: Lender): string {
  return accountName(say, shownName(language, { name: lender_name, other_name: lender_other_name }))
}

export function delegateOf(say: Say, language: Language, { delegate_name, delegate_other_name }: Delegation): string {
  return accountName(say, shownName(language, { name: delegate_name, other_name: delegate_other_name }))
}
