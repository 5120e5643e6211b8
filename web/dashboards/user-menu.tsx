import { Check, ChevronsUpDown } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import { accountName } from '../../contract/account-names.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { languageNames } from '../../contract/languages/languages.ts'
import { chooseLanguage } from '../auth/account-language.ts'
import { useBranding } from '../branding/branding.ts'
import { useMailChoices } from '../digest/mail-choices.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { useSession } from '../session/session.ts'
import { chooseTheme, themes, useTheme } from '../ui/theme.ts'

const MailItems = lazyComponent(() => import('../digest/digest-item.tsx'), 'MailItems')

const item =
  'flex min-h-9 max-sm:min-h-11 cursor-pointer items-center justify-between gap-6 rounded-sm px-3 text-sm outline-none data-highlighted:bg-brand-soft data-highlighted:text-ink'

type Props = {
  /** Undefined for staff, whose details an administrator edits. */
  onEditDetails: (() => void) | undefined
  /** Undefined for a user who has no password here. */
  onChangePassword: (() => void) | undefined
  onOpenSecurity: () => void
  onOpenCalendar: () => void
  onOpenPush: () => void
  onChooseOpeningPanel: () => void
  onOpenHelp: () => void
  /** Undefined where no account can be linked. */
  onLinkAccount: (() => void) | undefined
}

/** The name of the signed-in user, and the settings of their own account. */
export function UserMenu(props: Props) {
  const { onEditDetails, onChangePassword, onOpenSecurity, onOpenCalendar, onOpenPush, onChooseOpeningPanel } = props
  const { onOpenHelp, onLinkAccount } = props
  const say = useSay()
  const { sso_name, languages } = useBranding()
  const name = accountName(say, useSession()?.name ?? '')
  const theme = useTheme()
  const language = useLanguage()
  const trigger = useRef<HTMLButtonElement>(null)
  const [isNear, setIsNear] = useState(false)
  const mails = useMailChoices(isNear)
  useEffect(() => {
    if (isNear) void MailItems.preload?.()
  }, [isNear])

  return (
    // The digest is fetched also when the menu opens: the pointer may have been there before the menu was.
    <DropdownMenu.Root modal={false} onOpenChange={() => setIsNear(true)}>
      <DropdownMenu.Trigger
        ref={trigger}
        onPointerEnter={() => setIsNear(true)}
        onFocus={() => setIsNear(true)}
        className="flex w-full cursor-pointer items-center gap-3 rounded-md px-2 py-2 text-start hover:bg-deep-raised/70 focus-visible:outline-brass-bright"
      >
        <span
          aria-hidden="true"
          className="grid size-9 shrink-0 place-items-center rounded-full bg-linear-to-br from-brass-pale to-brass-bright text-[0.8125rem] font-semibold text-on-brass"
        >
          {initialsOf(name)}
        </span>
        <span className="min-w-0 grow">
          <span
            dir="auto"
            title={name}
            className="line-clamp-3 text-as-around leading-tight font-medium wrap-anywhere text-on-deep"
          >
            {name}
          </span>
          <span className="mt-0.5 block text-[0.8125rem] text-on-deep-quiet">{say(messages.auth.yourAccount)}</span>
        </span>
        <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-on-deep-quiet" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        side="top"
        align="start"
        sideOffset={6}
        collisionPadding={8}
        className="z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 animate-appear overflow-y-auto rounded-lg border border-line bg-card p-1.5 text-ink shadow-lifted"
      >
        {[
          ...(onEditDetails ? [{ label: messages.ownDetails.title, open: onEditDetails }] : []),
          ...(onChangePassword ? [{ label: messages.password.change, open: onChangePassword }] : []),
          { label: messages.signInSecurity.title, open: onOpenSecurity },
          { label: messages.termDays.address, open: onOpenCalendar },
          { label: messages.waiting.openingPanel, open: onChooseOpeningPanel },
          { label: messages.push.title, open: onOpenPush },
          ...(onLinkAccount ? [{ label: messages.sso.link({ name: sso_name }), open: onLinkAccount }] : []),
          { label: messages.help.title, open: onOpenHelp },
        ].map(({ label, open }) => (
          <DropdownMenu.Item
            key={label.key}
            className={item}
            onSelect={() => {
              // The dialog restores focus to the active element: it must not be this item, which is gone by then.
              trigger.current?.focus()
              open()
            }}
          >
            {say(label)}
          </DropdownMenu.Item>
        ))}
        {mails && (
          <LazyBoundary>
            <MailItems choices={mails} className={item} />
          </LazyBoundary>
        )}
        <DropdownMenu.Separator className="my-1.5 h-px bg-line" />
        <DropdownMenu.Label className="px-3 pt-1 pb-1 text-[0.8125rem] text-quiet">
          {say(messages.auth.appearance)}
        </DropdownMenu.Label>
        <DropdownMenu.RadioGroup value={theme}>
          {themes.map((choice) => (
            <DropdownMenu.RadioItem key={choice} value={choice} className={item} onSelect={() => chooseTheme(choice)}>
              {say(messages.auth.themes[choice])}
              <DropdownMenu.ItemIndicator>
                <Check aria-hidden="true" className="size-4 text-brand" />
              </DropdownMenu.ItemIndicator>
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
        {languages.length > 1 && (
          <>
            <DropdownMenu.Separator className="my-1.5 h-px bg-line" />
            <DropdownMenu.Label className="px-3 pt-1 pb-1 text-[0.8125rem] text-quiet">
              {say(messages.auth.language)}
            </DropdownMenu.Label>
            <DropdownMenu.RadioGroup value={language}>
              {languages.map((choice) => (
                <DropdownMenu.RadioItem
                  key={choice}
                  value={choice}
                  lang={choice}
                  className={item}
                  onSelect={() => void chooseLanguage(choice)}
                >
                  {languageNames[choice]}
                  <DropdownMenu.ItemIndicator>
                    <Check aria-hidden="true" className="size-4 text-brand" />
                  </DropdownMenu.ItemIndicator>
                </DropdownMenu.RadioItem>
              ))}
            </DropdownMenu.RadioGroup>
          </>
        )}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

/** Initials of the first and the last word; a leading "Dr." is not part of the name. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word && !word.endsWith('.'))
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toLocaleUpperCase()
}
