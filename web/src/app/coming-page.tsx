import { Paper, Stack, Text, ThemeIcon } from '@mantine/core'
import { useMatches } from '@tanstack/react-router'
import { ComingIcon } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { COMING } from './coming.ts'

export function ComingPage() {
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath })
  if (!isComing(path)) return null
  const { title, sentence } = COMING[path]
  return (
    <>
      <PageHeader title={title} />
      <Paper p="xl" radius="lg" data-testid="coming">
        <Stack align="center" ta="center" gap="sm" py="xl">
          <ThemeIcon variant="light" color="gray" size={48} radius="xl">
            <ComingIcon size={24} />
          </ThemeIcon>
          <Text fw={600}>This screen is being built</Text>
          <Text c="dimmed" maw={420}>
            {sentence}
          </Text>
        </Stack>
      </Paper>
    </>
  )
}

// On the way to the next page the matches are already its own.
function isComing(path: string | undefined): path is keyof typeof COMING {
  return path !== undefined && path in COMING
}
