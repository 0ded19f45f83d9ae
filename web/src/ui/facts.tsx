import type { ReactNode } from 'react'
import classes from './facts.module.css'

type Props = { items: readonly (readonly [label: string, value: ReactNode])[]; isStacked?: boolean }

/** Labels with their values: in rows, or side by side with the label above. */
export function Facts({ items, isStacked = false }: Props) {
  return (
    <dl className={isStacked ? classes['stacked'] : classes['rows']}>
      {items.map(([label, value]) => (
        <div key={label} className={classes['fact']}>
          <dt className={classes['label']}>{label}</dt>
          <dd className={classes['value']}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
