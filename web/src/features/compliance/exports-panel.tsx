import { Group, Paper, Stack, Text } from '@mantine/core'
import { EvidenceName } from '@trading-bot/contract/rest/operations/compliance'
import { TextLink } from '../../ui/controls/text-link.tsx'
import { EvidenceButton } from './evidence-button.tsx'

const WORDS: Readonly<Record<EvidenceName, { readonly title: string; readonly about: string }>> = {
  rules: { title: 'Rules', about: 'Each rule with its source, its state and its evidence, as of now.' },
  drills: { title: 'Kill switch drills', about: 'When the switch was tried, by whom, and what was seen.' },
  complaints: { title: 'Complaints', about: 'The whole register with its answers.' },
  consents: { title: 'Consents', about: 'Who accepted which version of which notice, and when.' },
  sheets: { title: 'Accepted sheets', about: 'Who accepted how which version of a strategy decides.' },
  documents: { title: 'Empanelments and approvals', about: 'Those that count, and the history.' },
  addresses: { title: 'Addresses', about: 'Which address orders of whom leave by, shared by which consent.' },
}

/** What is kept for whoever asks for proof, one file each. */
export function ExportsPanel() {
  return (
    <Stack gap="sm">
      {EvidenceName.options.map((name) => (
        <Paper key={name} p="md" radius="lg">
          <Group justify="space-between" gap="sm">
            <div>
              <Text fw={600}>{WORDS[name].title}</Text>
              <Text size="sm" c="dimmed">
                {WORDS[name].about}
              </Text>
            </div>
            <EvidenceButton name={name} label={`Download ${WORDS[name].title}`} />
          </Group>
        </Paper>
      ))}
      <Text size="sm" c="dimmed">
        {'Orders of an algo id are exported, sealed, in the '}
        <TextLink to="/admin/algos">algo registry</TextLink>
        {', the audit trail in the '}
        <TextLink to="/admin/logs">system logs</TextLink>.
      </Text>
    </Stack>
  )
}
