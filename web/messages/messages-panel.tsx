import { getRouteApi } from '@tanstack/react-router'
import { pages } from '../../contract/pages.ts'
import { MessagesList } from './messages-list.tsx'
import { SentMessagePage } from './sent-message-page.tsx'

const route = getRouteApi(pages.adminDashboard)

/** The sent messages, or the one in the URL with its recipients. */
export function MessagesPanel() {
  const { message: id } = route.useSearch()
  return id === undefined ? <MessagesList /> : <SentMessagePage key={id} id={id} />
}
