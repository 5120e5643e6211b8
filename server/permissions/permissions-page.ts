import { type KindOfPerson, kindsOfPeople, type PolicyGroup, type ScopeOfRight } from '../../contract/policy-table.ts'
import { accessWords } from '../http/access.ts'
import { policyTable } from './policy-table.ts'

const people: Record<KindOfPerson, string> = {
  anyone: 'Not signed in',
  member: 'Member',
  delegate: 'Delegate of Review',
  head: 'Head of department',
  dean: 'Dean of faculty',
  score_keeper: 'Score keeper',
  reviewer: 'Reviewer',
  reader: 'Reader',
  administrator: 'Administrator',
  rights_giver: 'Administrator who gives rights',
}

const scopes: Record<ScopeOfRight, string> = {
  none: '–',
  own: 'own',
  lent: 'the lender’s',
  department: 'department',
  faculty: 'faculty',
  everybody: 'everybody',
}

const titles: Record<PolicyGroup['access'], string> = {
  public: 'Open to anyone',
  'signing-in': 'In the middle of signing in',
  'signed-in': 'For anyone signed in',
  staff: 'Being scored: posting, and what is one’s own',
  'see-member': 'See one member',
  'see-members': 'See the members',
  review: 'Review, and answer questions',
  lend: 'Lend Review',
  'add-events': 'Add events',
  score: 'Set teacher points and feedback',
  'read-all': 'Read what administrators read',
  admin: 'Administer',
  'give-rights': 'Give rights, and make administrators',
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** The page docs/permissions.md. */
export function permissionsPage(endpoints: Parameters<typeof policyTable>[0]): string {
  const [whenChosen, otherwise] = [policyTable(endpoints, true), policyTable(endpoints, false)]
  const cell = (index: number, kind: KindOfPerson) => {
    const [may, mayNot] = [whenChosen[index]?.scopes[kind] ?? 'none', otherwise[index]?.scopes[kind] ?? 'none']
    return may === mayNot ? scopes[may] : `${scopes[may]}, if so chosen`
  }
  return [
    '# Who may do what',
    '',
    'This page is made from the policy (`server/policy/policy.ts`) and from what each endpoint declares; a test compares them. “Own” is what',
    'belongs to the person. Nobody reviews, scores or answers what is their own, whatever their rights. Which rows of others a call reaches is',
    'in `server/policy/rows.test.ts`. “If so chosen”: in Settings, or by the environment variable `HEADS_MAY_SCORE`.',
    '',
    line(['', ...kindsOfPeople.map((kind) => people[kind])]),
    line(['', ...kindsOfPeople].map(() => '---')),
    ...whenChosen.map(({ access, calls }, index) =>
      line([`${titles[access]} (${calls.length})`, ...kindsOfPeople.map((kind) => cell(index, kind))]),
    ),
    ...whenChosen.flatMap(({ access, calls }) => [
      '',
      `## ${titles[access]}`,
      '',
      accessWords[access],
      '',
      ...calls.map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`),
    ]),
    '',
  ].join('\n')
}
