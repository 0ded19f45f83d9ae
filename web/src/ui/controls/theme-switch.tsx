import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { DarkIcon, LightIcon } from '../icons.ts'

export function ThemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const current = useComputedColorScheme('light')
  const next = current === 'dark' ? 'light' : 'dark'
  const label = `Switch to ${next} theme`
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(next)}
    >
      {current === 'dark' ? <LightIcon size={18} /> : <DarkIcon size={18} />}
    </ActionIcon>
  )
}
