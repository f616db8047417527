# Makes an index and searches it with the example program.
set(db "${CMAKE_CURRENT_BINARY_DIR}/collapsing_search.db")
file(REMOVE_RECURSE "${db}")
execute_process(COMMAND "${DESCRY}" index "${db}" "${INPUT}" --quiet COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${EXAMPLE}" "${db}" regatta june COMMAND_ERROR_IS_FATAL ANY)
