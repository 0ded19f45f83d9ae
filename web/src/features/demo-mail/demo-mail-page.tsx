import { Container, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { listDemoMail } from '@trading-bot/contract/rest/operations/platform'
import { ApiFailure } from '../../lib/api/api-failure.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { BrandMark } from '../../ui/layout/brand-mark.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { TextLink } from '../../ui/controls/text-link.tsx'
import { ThemeSwitch } from '../../ui/controls/theme-switch.tsx'
import { MailCard } from './mail-card.tsx'

const REFRESH_MS = 3_000

/** The demo's mailbox: what a real installation would send by SMTP. */
export function DemoMailPage() {
  const { to }: { to?: string } = useSearch({ strict: false })
  const mails = useQuery({ ...queryOf(listDemoMail, to ? { to } : {}), refetchInterval: REFRESH_MS })
  return (
    <Container size="sm" py="md">
      <Group justify="space-between" component="header" mb="lg">
        <BrandMark />
        <ThemeSwitch />
      </Group>
      <main>
        <PageHeader title="Demo mail" subtitle={to ? `Mail to ${to}` : 'All mail of the demo world, newest first.'} />
        {to && (
          <TextLink to="/dev/mail" size="sm" mb="md" display="inline-block">
            Show mail to everyone
          </TextLink>
        )}
        <Loaded query={mails} skeleton={<Skeleton h={160} radius="lg" />} empty={<NoMail />} explain={explain}>
          {(rows) => (
            <Stack gap="md">
              {rows.map((mail) => (
                <MailCard key={mail.id} mail={mail} />
              ))}
            </Stack>
          )}
        </Loaded>
      </main>
    </Container>
  )
}

function NoMail() {
  return (
    <Paper p="xl" radius="lg" ta="center">
      <Text fw={600}>No mail yet</Text>
      <Text size="sm" c="dimmed">
        Codes and reset links appear here the moment they are sent.
      </Text>
    </Paper>
  )
}

function explain(failure: unknown): string {
  const isElsewhere = failure instanceof ApiFailure && failure.status === 404
  return isElsewhere ? 'This server is not a demo: its mail goes to real mailboxes.' : errorText(failure)
}
