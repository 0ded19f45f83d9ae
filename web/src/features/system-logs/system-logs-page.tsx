import { Tabs } from '@mantine/core'
import { useListSearch } from '../../lib/use-list-search.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { AuditPanel } from './audit-panel.tsx'
import { LogsPanel } from './logs-panel.tsx'

export function SystemLogsPage() {
  const [{ view }, setSearch] = useListSearch()
  const shown = view === 'audit' ? 'audit' : 'logs'
  return (
    <>
      <PageHeader title="System Logs" subtitle="What the platform did and noticed. Times are India time." />
      <Tabs
        value={shown}
        onChange={(next) => setSearch({ view: next === 'audit' ? 'audit' : '', level: '', kind: '', subject: '' })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="logs">Logs</Tabs.Tab>
          <Tabs.Tab value="audit">Audit</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="logs">
          <LogsPanel />
        </Tabs.Panel>
        <Tabs.Panel value="audit">
          <AuditPanel />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
