import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** The key is needed only when labels repeat. */
type Fact = readonly [label: string, value: ReactNode, key?: string]
type Props = { items: readonly Fact[]; isStacked?: boolean }

/** Labels with values: in rows, or side by side with the label above the value. */
export function Facts({ items, isStacked = false }: Props) {
  return (
    <dl className={isStacked ? classes['stacked'] : classes['rows']}>
      {items.map(([label, value, key]) => (
        <div key={key ?? label} className={classes['fact']}>
          <dt className={classes['label']}>{label}</dt>
          <dd className={classes['value']} data-amount={isAmount(value) || undefined}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A line must not break between the minus and the rupee sign, which a browser would allow. */
function isAmount(value: ReactNode): boolean {
  return typeof value === 'string' && /^[+−]?₹[\d,.]+$/.test(value)
}
