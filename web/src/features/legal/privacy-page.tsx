import { Stack, Text, Title } from '@mantine/core'
import {
  ACCOUNT_RETENTION,
  type RetentionRule,
  retentionText,
  SCHEDULED_RETENTION,
} from '@trading-bot/contract/legal/retention'
import { NoticePage } from './notice-page.tsx'
import classes from './retention-list.module.css'

const RULES: readonly RetentionRule[] = [...ACCOUNT_RETENTION, ...Object.values(SCHEDULED_RETENTION)]

/** The notice, with the schedule that the server carries out. */
export function PrivacyPage() {
  return (
    <NoticePage notice="privacy">
      <section>
        <Title order={2} size="h3" mb="xs">
          How long we keep it
        </Title>
        <Stack component="ul" gap="md" className={classes['list']}>
          {RULES.map((rule) => (
            <li key={rule.what}>
              <Text fw={600}>{rule.what}</Text>
              <Text>{retentionText(rule)}</Text>
              <Text size="sm" c="dimmed">
                {rule.why}.
              </Text>
            </li>
          ))}
        </Stack>
      </section>
    </NoticePage>
  )
}
