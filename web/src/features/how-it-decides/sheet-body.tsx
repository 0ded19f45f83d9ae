import { Paper, Stack, Text, Title } from '@mantine/core'
import type { StrategySheet } from '@trading-bot/contract/rest/trading/sheets'
import { Facts } from '../../ui/figures/facts.tsx'
import classes from './sheet-body.module.css'

type Line = StrategySheet['sections'][number]['lines'][number]

/** Every section, and the program where it is the rule and is disclosed. */
export function SheetBody({ sheet: { sections, program } }: { sheet: StrategySheet }) {
  return (
    <Stack gap="md" maw={860}>
      {sections.map(({ heading, lines }) => (
        <Paper key={heading} component="section" aria-label={heading} p={{ base: 'md', sm: 'lg' }} radius="lg">
          <Title order={2} size="h3" mb="sm">
            {heading}
          </Title>
          <Stack gap="sm">
            {groupsOf(lines).map((group) =>
              group[0].label === null ? (
                <Text key={group[0].text} className={classes['words']}>
                  {group[0].text}
                </Text>
              ) : (
                <Facts
                  key={group[0].label}
                  items={group.map(({ label, text }) => [label ?? '', <Value key="value" text={text} />] as const)}
                />
              ),
            )}
          </Stack>
        </Paper>
      ))}
      {program !== null && (
        <Paper component="section" aria-label="Program" p={{ base: 'md', sm: 'lg' }} radius="lg">
          <Title order={2} size="h3" mb="sm">
            Program
          </Title>
          <pre className={classes['program']}>{program}</pre>
        </Paper>
      )}
    </Stack>
  )
}

/** Beside a long label a figure must not break; a hash is longer than a phone is wide. */
function Value({ text }: { text: string }) {
  return text.length <= 20 ? <span className={classes['short']}>{text}</span> : text
}

/** Labelled values that follow each other are one list; a sentence stands alone. */
function groupsOf(lines: readonly Line[]): [Line, ...Line[]][] {
  const groups: [Line, ...Line[]][] = []
  for (const line of lines) {
    const last = groups.at(-1)
    if (last && line.label !== null && last[0].label !== null) last.push(line)
    else groups.push([line])
  }
  return groups
}
