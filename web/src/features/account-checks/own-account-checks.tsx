import { Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readAccountChecks } from '@trading-bot/contract/rest/trading/account-checks'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { CheckLines } from './check-lines.tsx'
import { DayComparison } from './day-comparison.tsx'

/** What was checked of the owner's live account; nothing is shown to somebody who has never traded live. */
export function OwnAccountChecks() {
  const checks = useQuery(queryOf(readAccountChecks, {}))
  return (
    <Loaded query={checks} skeleton={null} explain={() => 'The reports on your live account could not be read.'}>
      {({ check, comparisons }) =>
        check === null && comparisons.length === 0 ? null : (
          <Paper component="section" aria-label="Your live account" p={{ base: 'md', sm: 'lg' }} radius="lg">
            <Stack gap="md">
              <Title order={2}>Your live account</Title>
              {check && (
                <div>
                  <Title order={3} mb={4}>
                    Before the open
                  </Title>
                  <Text size="sm" c="dimmed" mb="sm">
                    Checked on {formatDateTime(check.checked_at)}, India time.
                  </Text>
                  <CheckLines lines={check.lines} />
                </div>
              )}
              {comparisons.length > 0 && (
                <div>
                  <Title order={3} mb="sm">
                    After the close
                  </Title>
                  <Stack gap="md">
                    {comparisons.map((comparison) => (
                      <div key={comparison.day}>
                        <Text size="sm" c="dimmed">
                          {formatDate(comparison.day)}
                        </Text>
                        <DayComparison comparison={comparison} />
                      </div>
                    ))}
                  </Stack>
                </div>
              )}
            </Stack>
          </Paper>
        )
      }
    </Loaded>
  )
}
