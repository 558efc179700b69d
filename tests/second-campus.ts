/**
 * The campus of campus/example.json instead of MITS. Import it before what names a college.
 */
process.env.CAMPUS_FILE = "campus/example.json";
