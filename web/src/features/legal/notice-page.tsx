import { Anchor, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dayOfNotice, type NoticeKey } from '@trading-bot/contract/legal/notice-keys'
import { noticesOf } from '@trading-bot/contract/legal/notices'
import { readOperator } from '@trading-bot/contract/rest/operations/platform'
import type { CallAnswer } from '@trading-bot/contract/rest/call'
import type { ReactNode } from 'react'
import { formatDate } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { PublicPage } from '../../ui/layout/public-page.tsx'

type Operator = CallAnswer<typeof readOperator>

/** A notice, readable by anyone, signed in or not. */
export function NoticePage({ notice, children }: { notice: NoticeKey; children?: ReactNode }) {
  const operator = useQuery(queryOf(readOperator, {}))
  return (
    <PublicPage size="sm">
      <Loaded query={operator} skeleton={<Skeleton h={720} radius="lg" />}>
        {(loaded) => (
          <NoticeText notice={notice} operator={loaded}>
            {children}
          </NoticeText>
        )}
      </Loaded>
    </PublicPage>
  )
}

type TextProps = { notice: NoticeKey; operator: Operator; children: ReactNode }

/** The text follows the installation, so it is shown once that is known. */
function NoticeText({ notice, operator, children }: TextProps) {
  const { title, version, summary, sections } = noticesOf(operator.legal)[notice]
  return (
    <>
      <PageHeader title={title} subtitle={summary} />
      <Text size="sm" c="dimmed" mb="xl">
        In force since {formatDate(dayOfNotice(version))}
      </Text>
      <Stack gap="xl">
        {sections.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <Title order={2} size="h3" mb="xs">
              {heading}
            </Title>
            <Stack gap="sm">
              {paragraphs.map((paragraph) => (
                <Text key={paragraph}>{paragraph}</Text>
              ))}
            </Stack>
          </section>
        ))}
        {children}
        <Contact operator={operator} />
      </Stack>
    </>
  )
}

function Contact({ operator }: { operator: Operator }) {
  const { name, address, gstin, grievance_email: email } = operator
  return (
    <Paper component="section" aria-label="Contact" p="lg" radius="lg">
      <Title order={2} size="h3" mb="xs">
        Who we are, and whom to write to
      </Title>
      <Text>{[name, address, gstin && `GSTIN ${gstin}`].filter(Boolean).join(' · ')}</Text>
      <Text mt="xs">
        Grievance officer: <Anchor href={`mailto:${email}`}>{email}</Anchor>
      </Text>
    </Paper>
  )
}
