import { Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './section.module.css'

type Props = { title: string; about: string; children: ReactNode }

/** A section of a settings page: title and description on the left, controls on the right. */
export function Section({ title, about, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes['section']}>
      <Stack gap={4}>
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      </Stack>
      <Paper p={{ base: 'md', sm: 'lg' }} radius="lg">
        {children}
      </Paper>
    </section>
  )
}
