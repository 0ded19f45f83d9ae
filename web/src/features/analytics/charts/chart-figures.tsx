import classes from './chart-figures.module.css'

type Figure = {
  readonly label: string
  readonly value: string
  /** The colour of its part of the chart. */
  readonly kind?: 'gain' | 'loss' | 'second'
}

/** The numbers behind a shape, beside it for everybody. */
export function ChartFigures({ items }: { items: readonly Figure[] }) {
  return (
    <dl className={classes['figures']}>
      {items.map(({ label, value, kind }) => (
        <div key={label} className={classes['figure']}>
          <dt className={classes['label']}>
            {kind && <span className={classes['swatch']} data-kind={kind} aria-hidden />}
            {label}
          </dt>
          <dd className={classes['value']}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
