import { Box, Code, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Algo, listAlgos } from '@trading-bot/contract/rest/trading/algos'
import { useState } from 'react'
import { queryOf } from '../../lib/queries/query-of.ts'
import { CopyAction } from '../../ui/controls/copy-action.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { AlgosTable } from './algos-table.tsx'
import { ManageAlgoDialog } from './manage-algo-dialog.tsx'
import { RegisterAlgoDialog } from './register-algo-dialog.tsx'

/** The go-live registry: which strategy versions the exchange has registered, their sheets and their exports. */
export function AlgoRegistryPage() {
  const registry = useQuery(queryOf(listAlgos, {}))
  const [openHash, setOpenHash] = useState<string | null>(null)
  const open = registry.data?.algos.find(({ logic_hash }) => logic_hash === openHash)
  return (
    <>
      <PageHeader
        title="Algo registry"
        subtitle="Real money is traded only by strategy versions that the exchange has registered. Paper trading needs no registration."
      />
      <Loaded query={registry} skeleton={<Skeleton h={360} radius="lg" />}>
        {({ algos, key_fingerprint }) => (
          <>
            {algos.length === 0 ? (
              <EmptyState title="No strategies yet">Save a bot first; its versions appear here.</EmptyState>
            ) : (
              <Box mb="xl">
                <AlgosTable algos={algos} onOpen={({ logic_hash }) => setOpenHash(logic_hash)} />
              </Box>
            )}
            <Section
              title="Export key"
              about="Exports are sealed with this installation’s key. Give its fingerprint to whoever checks them."
            >
              <Text size="sm" mb="xs">
                Check a file offline with <Code>npm run verify-export -- FILE --key FINGERPRINT</Code>.
              </Text>
              <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }} mb="sm">
                {key_fingerprint}
              </Code>
              <CopyAction value={key_fingerprint} label="Copy fingerprint" />
            </Section>
          </>
        )}
      </Loaded>
      {open && <AlgoDialog algo={open} onClose={() => setOpenHash(null)} />}
    </>
  )
}

/** A withdrawn registration is history: the version is registered anew. */
function AlgoDialog({ algo, onClose }: { algo: Algo; onClose: () => void }) {
  const { registration } = algo
  if (registration === null) return <RegisterAlgoDialog algo={algo} onClose={onClose} />
  return <ManageAlgoDialog algo={algo} registration={registration} onClose={onClose} />
}
