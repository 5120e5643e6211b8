import { useId, useRef, useState } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { largestLogoBytes } from '../../contract/limits.ts'
import type { PortalSettingsReply } from '../../contract/portal-settings.ts'
import { useBranding } from '../branding/branding.ts'
import { messageOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useObjectUrl } from '../ui/object-url.ts'
import { toast } from '../ui/toast.tsx'
import { useRemoveLogo, useSaveLogo } from './settings.api.ts'
import { SettingsSection } from './settings-section.tsx'

const topic = 'logo'

export function LogoSection() {
  const say = useSay()
  return (
    <SettingsSection title={say(messages.settings.logo)} about={say(messages.settings.logoAbout)} minHeight="min-h-52">
      {(reply) => <Logo reply={reply} />}
    </SettingsSection>
  )
}

/** The refusal of a file that can be known before the upload. The server decodes it. */
function refusalOf(file: File): Message | undefined {
  if (!['image/png', 'image/jpeg', 'image/webp'].includes(file.type)) return messages.settings.logoType
  return file.size > largestLogoBytes ? messages.settings.logoTooLarge : undefined
}

function Logo({ reply }: { reply: PortalSettingsReply }) {
  const say = useSay()
  const words = messages.settings
  const id = useId()
  const { logo_url } = useBranding()
  const input = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const [file, setFile] = useState<File>()
  const [refusal, setRefusal] = useState<Message>()
  const [isAsking, setIsAsking] = useState(false)
  const saving = useSaveLogo()
  const removing = useRemoveLogo()
  const preview = useObjectUrl(file)
  const variable = reply.environment.find(({ field }) => field === 'logo')?.variable

  function choose(chosen: File | undefined) {
    if (!chosen) return
    const refused = refusalOf(chosen)
    if (refused) refuse(refused)
    else {
      setRefusal(undefined)
      setFile(chosen)
    }
    // The value is cleared, so that choosing the same file again fires a change event.
    if (input.current) input.current.value = ''
  }

  function refuse(why: Message) {
    setRefusal(why)
    setFile(undefined)
  }

  function forget() {
    setFile(undefined)
    setRefusal(undefined)
    chooseButton.current?.focus()
  }

  async function save() {
    if (!file) return
    try {
      await saving.mutateAsync(file)
      toast(words.logoSaved, { topic })
      forget()
    } catch (error) {
      setRefusal(messageOf(error, words.logoFailed))
    }
  }

  async function remove() {
    try {
      await removing.mutateAsync()
      toast(words.logoRemoved, { topic })
    } catch (error) {
      toast(messageOf(error, words.logoFailed), { kind: 'bad', topic })
    }
    setIsAsking(false)
  }

  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
      {/* The logo is shown on both backgrounds of the pages: the dark sidebar, and paper. */}
      <div className="flex w-[178px] max-w-full overflow-hidden rounded-md border border-line">
        {['bg-deep', 'bg-[#fff]'].map((ground, index) => (
          <span key={ground} className={`grid h-[88px] min-w-0 flex-1 place-items-center ${ground}`}>
            <img
              src={preview ?? logo_url}
              alt={index === 0 ? say(words.logoNow) : ''}
              width="64"
              height="64"
              // The browser cannot decode the file, whatever its name says, and neither could the server.
              onError={() => preview && refuse(words.logoDamaged)}
              className="size-[64px] object-contain"
            />
          </span>
        ))}
      </div>
      <div className="min-w-0 grow basis-60">
        <p dir="auto" className="font-medium wrap-anywhere">
          {file?.name ?? say(reply.logo === 'default' ? words.logoDefault : words.logoUploaded)}
        </p>
        {variable ? (
          <p className="mt-1 text-sm text-quiet">
            <bdi>{say(words.setBy({ variable }))}</bdi>
          </p>
        ) : (
          <div className="mt-2.5 flex flex-wrap gap-2">
            {file && (
              <>
                <Button look="primary" busy={saving.isPending} onClick={() => void save()}>
                  {say(messages.actions.save)}
                </Button>
                <Button onClick={forget}>{say(messages.actions.cancel)}</Button>
              </>
            )}
            {!file && (
              <Button
                ref={chooseButton}
                onClick={() => input.current?.click()}
                aria-describedby={refusal ? `${id}-error` : undefined}
              >
                {say(reply.logo === 'uploaded' ? words.replaceLogo : words.chooseLogo)}
              </Button>
            )}
            {!file && reply.logo === 'uploaded' && (
              <Button look="ghost" onClick={() => setIsAsking(true)}>
                {say(words.removeLogo)}
              </Button>
            )}
            {/* The input is opened by the button, which screen readers and the keyboard use. */}
            <input
              ref={input}
              type="file"
              aria-label={say(words.chooseLogo)}
              accept=".png,.jpg,.jpeg,.webp,image/png,image/jpeg,image/webp"
              tabIndex={-1}
              onChange={({ target }) => choose(target.files?.[0])}
              className="hidden"
            />
          </div>
        )}
        {refusal && (
          <p id={`${id}-error`} role="alert" className="mt-2 text-sm font-medium text-bad">
            <bdi>{say(refusal)}</bdi>
          </p>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        question={say(words.removeLogoQuestion)}
        consequence={say(words.removeLogoMeans)}
        confirmLabel={say(words.removeLogo)}
        busy={removing.isPending}
        onConfirm={() => void remove()}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  )
}
