import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { encode, messages } from '../../contract/languages/catalogue.ts'
import { LinkInput } from '../../contract/sso.ts'
import { checkedBy, errorText } from '../forms/form-schema.ts'
import { ApiError, call, messageOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { useSession } from '../session/session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { Spinner } from '../ui/spinner.tsx'

type Props = {
  /** The name of the provider. */
  provider: string
  onClose: () => void
}

/** Links the user's account with one at the provider: the password first, then the provider's own pages. */
export function LinkAccountDialog({ provider, onClose }: Props) {
  const say = useSay()
  const { data, error, refetch } = useQuery({
    queryKey: ['linked-account'],
    queryFn: async () => (await call('GET /auth/sso/link')).linked_account,
  })
  return (
    <Dialog open onClose={onClose} title={say(messages.sso.link({ name: provider }))}>
      {error ? (
        <div className="space-y-4">
          <Banner kind="bad">{say(messageOf(error, messages.linkedAccount.loadFailed))}</Banner>
          <Button onClick={() => void refetch()}>{say(messages.actions.tryAgain)}</Button>
        </div>
      ) : data === undefined ? (
        <p role="status" className="flex items-center gap-3 text-quiet">
          <Spinner />
          {say(messages.general.loading)}
        </p>
      ) : data === null ? (
        <LinkForm provider={provider} onCancel={onClose} />
      ) : (
        <p className="wrap-anywhere">{say(messages.linkedAccount.linkedAs({ name: provider, account: data }))}</p>
      )}
    </Dialog>
  )
}

function LinkForm({ provider, onCancel }: { provider: string; onCancel: () => void }) {
  const say = useSay()
  const username = useSession()?.username
  const { register, handleSubmit, setError, formState } = useForm<LinkInput>({ resolver: checkedBy(LinkInput) })
  const { errors, isSubmitting } = formState

  const goToProvider = handleSubmit(async (body) => {
    try {
      const { url } = await call('POST /auth/sso/link', { body })
      location.assign(url)
      // The browser leaves the page: the button stays busy until then.
      await new Promise(() => {})
    } catch (failure) {
      const isPassword = failure instanceof ApiError && failure.errors.some(({ field }) => field === 'current_password')
      const message = encode(messageOf(failure, messages.linkedAccount.linkFailed))
      setError(isPassword ? 'current_password' : 'root', { message }, { shouldFocus: isPassword })
    }
  })

  return (
    <form onSubmit={goToProvider} noValidate className="space-y-4">
      <p className="text-quiet">{say(messages.linkedAccount.linkHint({ name: provider }))}</p>
      {errors.root && <Banner kind="bad">{errorText(say, errors.root)}</Banner>}
      {/* The password manager of the browser reads the owner of the password from this field. */}
      <input type="text" name="username" autoComplete="username" value={username ?? ''} readOnly hidden />
      <PasswordField
        label={say(messages.password.current)}
        autoComplete="current-password"
        error={errorText(say, errors.current_password)}
        {...register('current_password')}
      />
      <div className="flex flex-wrap justify-end gap-2.5 pt-2">
        <Button onClick={onCancel}>{say(messages.actions.cancel)}</Button>
        <Button type="submit" look="primary" busy={isSubmitting}>
          {say(messages.sso.continueWith({ name: provider }))}
        </Button>
      </div>
    </form>
  )
}
