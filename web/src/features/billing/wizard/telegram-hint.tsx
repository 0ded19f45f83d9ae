import { useQuery } from '@tanstack/react-query'
import { readTelegram } from '@trading-bot/contract/rest/accounts/telegram'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { TextLink } from '../../../ui/controls/text-link.tsx'

/** What is missing before Telegram messages can be sent; renders nothing once a chat is linked. */
export function TelegramHint() {
  // The profile opens in another tab; refetching on focus removes the hint after linking.
  const { data } = useQuery({ ...queryOf(readTelegram, {}), staleTime: 0 })
  if (!data || (data.is_set_up && data.chat)) return null
  if (!data.is_set_up) return 'Not available on this platform yet.'
  return (
    <>
      Link your chat on{' '}
      <TextLink to="/profile" target="_blank" size="xs">
        your profile
      </TextLink>{' '}
      first.
    </>
  )
}
