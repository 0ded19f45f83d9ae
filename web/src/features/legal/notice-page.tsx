import { Anchor, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { NoticeKey } from '@trading-bot/contract/legal/notice-keys'
import { NOTICES } from '@trading-bot/contract/legal/notices'
import { readOperator } from '@trading-bot/contract/rest/operations/platform'
import type { ReactNode } from 'react'
import { formatDate } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { PublicPage } from '../../ui/layout/public-page.tsx'

/** A notice, readable by anyone, signed in or not. */
export function NoticePage({ notice, children }: { notice: NoticeKey; children?: ReactNode }) {
  const { title, version, summary, sections } = NOTICES[notice]
  return (
    <PublicPage size="sm">
      <PageHeader title={title} subtitle={summary} />
      <Text size="sm" c="dimmed" mb="xl">
        In force since {formatDate(version)}
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
        <Operator />
      </Stack>
    </PublicPage>
  )
}

function Operator() {
  const { data } = useQuery(queryOf(readOperator, {}))
  if (!data) return null
  const { name, address, gstin, grievance_email: email } = data
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
