-- Nothing reads it any more: the page shows an indeterminate bar while the server works on a file.
drop table import_progress;
