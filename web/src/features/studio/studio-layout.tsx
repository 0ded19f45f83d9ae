import { Tabs, Title, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { SideHandle } from './side-handle.tsx'
import classes from './studio-layout.module.css'

export type StudioTab = { readonly value: string; readonly label: ReactNode; readonly content: ReactNode }

type Props = {
  head: ReactNode
  editor: ReactNode
  tabs: readonly StudioTab[]
  tab: string
  onTab: (tab: string) => void
}

/** The editor at full height with its tools beside it, as wide as the author likes; on narrow screens they stand below. */
export function StudioLayout({ head, editor, tabs, tab, onTab }: Props) {
  const studio = useRef<HTMLDivElement>(null)
  return (
    <div className={classes['studio']} ref={studio}>
      <div className={classes['head']}>{head}</div>
      <div className={classes['editor']}>{editor}</div>
      <SideHandle studio={studio} />
      <Tabs value={tab} onChange={(next) => next && onTab(next)} className={classes['side']}>
        <Tabs.List className={classes['list']} aria-label="Tools">
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ value, label, content }) => (
          <Tabs.Panel key={value} value={value} className={classes['panel']}>
            <VisuallyHidden>
              <Title order={2}>{label}</Title>
            </VisuallyHidden>
            {content}
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  )
}
