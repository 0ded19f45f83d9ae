import classes from './chart-table.module.css'

export type ChartValues = { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }

/** A chart's numbers as a table, for screen readers and tests. */
export function ChartTable({ label, values }: { label: string; values: ChartValues }) {
  return (
    <div className={classes['values']}>
      <table aria-label={`${label}: values`}>
        <thead>
          <tr>
            {values.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {values.rows.map((row) => (
            <tr key={row[0]}>
              {row.map((cell, at) => (
                <td key={values.columns[at]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
