import { Group, Paper, Text, Title } from '@mantine/core'
import { BankIcon, CardIcon, UpiIcon, WalletIcon } from '../../../ui/icons.ts'

const METHODS = [
  ['Credit/Debit Cards', CardIcon],
  ['Net Banking', BankIcon],
  ['UPI', UpiIcon],
  ['Wallets', WalletIcon],
] as const

export function AcceptedMethods() {
  return (
    <Paper component="section" aria-label="Accepted payment methods" p="md" radius="md">
      <Title order={3} mb="xs">
        Accepted payment methods
      </Title>
      <Group gap="lg">
        {METHODS.map(([name, Icon]) => (
          <Group key={name} gap={6} wrap="nowrap">
            <Icon size={18} stroke={1.6} aria-hidden />
            <Text size="sm">{name}</Text>
          </Group>
        ))}
      </Group>
    </Paper>
  )
}
