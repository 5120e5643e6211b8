import { accountName } from '../../contract/account-names.ts'
import { roles } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { User } from '../../contract/users.ts'
import { useBranding } from '../branding/branding.ts'
import { useGivenRights } from '../entities/given-rights/given-rights.api.ts'
import { useSay } from '../language/language.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

type Props = { user: User; isSelf: boolean; busy: boolean; onConfirm: () => void; onCancel: () => void }

/** The dialog about the effect of another role on the rights and on the scores, before it is changed. */
export function RoleDialog({ user, isSelf, ...props }: Props) {
  const say = useSay()
  const { sso_name } = useBranding()
  const { data } = useGivenRights()
  const words = messages.users
  const name = accountName(say, user.name)
  const { question, consequence, further, confirm } =
    user.role_id !== roles.admin
      ? {
          question: words.adminQuestion({ name }),
          consequence: words.adminConsequence,
          further: [
            words.adminNotScored,
            words.adminEndsHead,
            ...(data?.confirms ? [words.adminWaits] : []),
            ...(user.linked_account !== null && sso_name ? [words.adminUnlinks({ name: sso_name })] : []),
          ],
          confirm: words.makeAdmin,
        }
      : isSelf
        ? {
            question: words.ownRoleQuestion,
            consequence: words.ownRoleConsequence,
            further: [words.staffScored],
            confirm: words.giveUpRole,
          }
        : {
            question: words.staffQuestion({ name }),
            consequence: words.staffConsequence,
            further: [words.staffScored],
            confirm: words.makeStaff,
          }
  return (
    <ConfirmDialog
      open
      question={say(question)}
      consequence={say(consequence)}
      confirmLabel={say(confirm)}
      look={isSelf ? 'danger' : 'primary'}
      {...props}
    >
      <div className="space-y-2 text-quiet">
        {further.map((sentence) => (
          <p key={sentence.key}>{say(sentence)}</p>
        ))}
      </div>
    </ConfirmDialog>
  )
}
