import { Button, Text } from '@mantine/core'
import { dayOfNotice, NOTICE_TITLES } from '@trading-bot/contract/legal/notice-keys'
import type { CallAnswer } from '@trading-bot/contract/rest/call'
import { acceptNotices, listConsents } from '@trading-bot/contract/rest/accounts/consents'
import { Fragment } from 'react'
import { formatDate } from '../../lib/format.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { TextLink } from '../../ui/controls/text-link.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LogsIcon } from '../../ui/icons.ts'

/** Asks to accept notices that are new since the user last agreed. */
export function ChangedTerms({ due }: { due: CallAnswer<typeof listConsents>['due'] }) {
  const accept = useCall(acceptNotices, { refresh: [listConsents] })
  const newest = due
    .map(({ version }) => dayOfNotice(version))
    .sort()
    .at(-1)
  const isFirst = due.every(({ is_first }) => is_first)
  return (
    <Banner
      kind="terms"
      aria-label="Changed terms"
      color="gray"
      icon={<LogsIcon />}
      title={isFirst ? 'Please read and accept our terms' : `Our terms changed on ${formatDate(newest)}`}
    >
      <Text size="sm">
        Please read:{' '}
        {due.map(({ notice }, index) => (
          <Fragment key={notice}>
            {index > 0 && ', '}
            <TextLink to={`/${notice}`} target="_blank">
              {NOTICE_TITLES[notice]}
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
    </Banner>
  )
}
