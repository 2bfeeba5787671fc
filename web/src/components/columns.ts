/** A column of a DataTable. */
export interface Column<Row> {
  name: string
  title: string
  text: (row: Row) => string | number
  /** What it sorts by, where that is not its text. */
  sort?: (row: Row) => string | number
  number?: boolean
}
