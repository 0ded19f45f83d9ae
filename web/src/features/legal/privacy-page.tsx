import { Title } from '@mantine/core'
import {
  ACCOUNT_RETENTION,
  type RetentionRule,
  retentionPeriod,
  SCHEDULED_RETENTION,
} from '@trading-bot/contract/legal/retention'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { NoticePage } from './notice-page.tsx'

const RULES: readonly RetentionRule[] = [...ACCOUNT_RETENTION, ...Object.values(SCHEDULED_RETENTION)]
const COLUMNS: readonly Column<RetentionRule>[] = [
  { title: 'What', cell: ({ what }) => what, isNote: true },
  { title: 'How long', cell: retentionPeriod, isNote: true },
  { title: 'Why', cell: ({ why }) => why, isNote: true },
  { title: 'Then', cell: ({ then }) => then, isNote: true },
]

/** The notice, with the schedule that the server carries out. */
export function PrivacyPage() {
  return (
    <NoticePage notice="privacy">
      <section>
        <Title order={2} size="h3" mb="xs">
          How long we keep it
        </Title>
        <DataTable name="How long we keep data" columns={COLUMNS} rows={RULES} rowKey={({ what }) => what} />
      </section>
    </NoticePage>
  )
}
