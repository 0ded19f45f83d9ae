import { Code, Group, Spoiler } from '@mantine/core'

type Props = { before: unknown; after: unknown }

/** What a thing was and became, as the audit keeps it. */
export function ChangeDetails({ before, after }: Props) {
  if (before === null && after === null) return null
  return (
    <Spoiler maxHeight={64} showLabel="Show all" hideLabel="Show less" mt={4}>
      <Group gap="xs" align="flex-start" grow preventGrowOverflow={false}>
        {before !== null && <Code block>{`before ${JSON.stringify(before, null, 1)}`}</Code>}
        {after !== null && <Code block>{`after ${JSON.stringify(after, null, 1)}`}</Code>}
      </Group>
    </Spoiler>
  )
}
