import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listSettings } from '@trading-bot/contract/rest/operations/settings'
import { queryOf } from '../../lib/queries/query-of.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { MaintenanceList } from './maintenance-list.tsx'
import { PlatformFigures } from './platform-figures.tsx'
import { RetentionTable } from './retention-table.tsx'
import { SettingRow } from './setting-row.tsx'

export function SettingsPage() {
  const settings = useQuery(queryOf(listSettings, {}))
  return (
    <>
      <PageHeader title="Platform settings" subtitle="What holds for everybody, while the platform runs." />
      <Section title="Maintenance" about="Announced windows. Everybody signed in reads of them ahead of time.">
        <MaintenanceList />
      </Section>
      <Section title="Settings" about="Each takes effect at once.">
        <Loaded query={settings} skeleton={<Skeleton h={420} />}>
          {(rows) => (
            <Stack gap="xl">
              {rows.map((setting) => (
                // The key remounts the row when its saved value changes, also when another administrator saved it.
                <SettingRow key={`${setting.key} ${setting.value} ${setting.updated_at}`} setting={setting} />
              ))}
            </Stack>
          )}
        </Loaded>
      </Section>
      <Section title="Data retention" about="What is deleted when. The privacy page shows the same schedule.">
        <RetentionTable />
      </Section>
      <Section title="Figures" about="This process, its database and the platform, right now.">
        <PlatformFigures />
      </Section>
    </>
  )
}
