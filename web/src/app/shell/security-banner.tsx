import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dismissAccountNotice, listAccountNotices } from '@trading-bot/contract/rest/accounts/security'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { TextLink } from '../../ui/controls/text-link.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { SecurityIcon } from '../../ui/icons.ts'

const REFRESH_MS = 300_000

/** Security notices of the account on every screen, until dismissed. Shows nothing when they cannot be loaded. */
export function SecurityBanner() {
  const { data } = useQuery({ ...queryOf(listAccountNotices, {}), refetchInterval: REFRESH_MS, retry: false })
  const dismiss = useCall(dismissAccountNotice, { refresh: [listAccountNotices] })
  return data?.map(({ id, title, text }) => (
    <Banner key={id} kind="security" aria-label="Security notice" color="red" icon={<SecurityIcon />} title={title}>
      <Text size="sm">
        {text} <TextLink to="/profile">See your devices</TextLink>
      </Text>
      <Button mt="sm" size="compact-sm" variant="default" onClick={() => dismiss.mutate({ id })}>
        Dismiss
      </Button>
    </Banner>
  ))
}
