"""What becomes of a report: text and files for people and machines. The two message sinks need ROS message
packages."""
