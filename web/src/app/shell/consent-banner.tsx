import { Alert, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { NOTICES } from '@trading-bot/contract/legal/notices'
import { acceptNotices, listConsents } from '@trading-bot/contract/rest/accounts/consents'
import { Fragment } from 'react'
import { formatDate } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { TextLink } from '../../ui/controls/text-link.tsx'
import { LogsIcon } from '../../ui/icons.ts'

/** Asks to accept notices that are new since the user last agreed. Shows nothing when they cannot be loaded. */
export function ConsentBanner() {
  const { data } = useQuery({ ...queryOf(listConsents, {}), retry: false })
  const accept = useCall(acceptNotices, { refresh: [listConsents] })
  const due = data?.due ?? []
  if (due.length === 0) return null
  const newest = due
    .map(({ version }) => version)
    .sort()
    .at(-1)
  const isFirst = due.every(({ is_first }) => is_first)
  return (
    <Alert
      component="section"
      aria-label="Changed terms"
      color="blue"
      variant="light"
      icon={<LogsIcon />}
      mb="lg"
      title={isFirst ? 'Please read and accept our terms' : `Our terms changed on ${formatDate(newest)}`}
    >
      <Text size="sm">
        Please read:{' '}
        {due.map(({ notice }, index) => (
          <Fragment key={notice}>
            {index > 0 && ', '}
            <TextLink to={`/${notice}`} target="_blank">
              {NOTICES[notice].title}
            </TextLink>
          </Fragment>
        ))}
        . If you do not agree, you can <TextLink to="/profile">close your account</TextLink>.
      </Text>
      <Button
        mt="sm"
        size="compact-sm"
        loading={accept.isPending}
        onClick={() => accept.mutate({ notices: due.map(({ notice, version }) => ({ notice, version })) })}
      >
        Accept
      </Button>
    </Alert>
  )
}
